/** Makes an empty folder beside `target`. */
export function freshFolder(target: string): string;
/** Puts `fresh` where `target` is. */
export function putInPlace(fresh: string, target: string): void;
