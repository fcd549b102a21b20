/** Canonical state of a target at the start of a transaction, as one read saw it. */
export interface ObservedTarget {
  readonly version: number;
  /** As stored, whether or not it is the hash of the content. */
  readonly hash: string;
  readonly content: string;
}

/** What of it evidence names. */
export type ObservedIdentity = Pick<ObservedTarget, 'version' | 'hash'>;
