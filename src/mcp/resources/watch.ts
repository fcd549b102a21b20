/** Tells when targets that somebody watches get a new version, whoever made it. */
import type { Database } from '../../patch/index.js';
import { targetVersions } from '../../patch/service/target-list.js';

/** How often the versions are asked for: other processes change targets, too. */
const INTERVAL_MS = 1_000;

interface Watched {
  version: number;
  readonly listeners: Set<() => void>;
}

/**
 * Watches targets for as long as anybody listens. A version that was accepted by this server is told as soon as `look` is
 * called; others within the interval. What happens between two looks is told once.
 */
export class TargetWatch {
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private again = false;
  private failing = false;

  constructor(
    private readonly database: () => Promise<Database>,
    private readonly report: (error: unknown) => void,
    private readonly intervalMs = INTERVAL_MS,
  ) {}

  /** Listens for new versions of a target; false when there is no such target. The answer ends it. */
  async listen(targetId: string, listener: () => void): Promise<(() => void) | null> {
    const version = (await targetVersions(await this.database(), [targetId])).get(targetId);
    if (version === undefined) return null;
    const watched = this.watched.get(targetId) ?? { version, listeners: new Set() };
    this.watched.set(targetId, watched);
    watched.listeners.add(listener);
    this.timer ??= setInterval(() => void this.look(), this.intervalMs).unref();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.watched.get(targetId) === watched)
        this.watched.delete(targetId);
      if (this.watched.size === 0) this.stop();
    };
  }

  /** Looks for new versions now. */
  look(): Promise<void> {
    if (this.watched.size === 0) return Promise.resolve();
    // A look that has begun may have seen the state before what this one is for.
    if (this.looking !== null) this.again = true;
    this.looking ??= this.lookAll().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Stops, and waits for a look that is under way. */
  async close(): Promise<void> {
    this.watched.clear();
    this.stop();
    await this.looking;
  }

  private async lookAll(): Promise<void> {
    do {
      this.again = false;
      try {
        const versions = await targetVersions(await this.database(), [...this.watched.keys()]);
        this.failing = false;
        for (const [id, version] of versions) this.tell(id, version);
      } catch (error) {
        // A database that is away for a while is told of once, and asked again.
        if (!this.failing) this.report(error);
        this.failing = true;
      }
    } while (this.again);
  }

  private tell(id: string, version: number): void {
    const watched = this.watched.get(id);
    if (watched === undefined || version <= watched.version) return;
    watched.version = version;
    for (const listener of watched.listeners) listener();
  }

  private stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }
}
