import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Twin } from './definition.ts';
import { type Inheritance, inheritJournal } from './opened.ts';
import { SharedRoom } from './room.ts';
import type { Refusal } from './service-answers.ts';
import { type HandOver, Session, type SessionOptions } from './session.ts';
import { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';
import { partsBytes, removeParts, startsLonger } from './tape/parts.ts';
import { LIGHT } from './threads/light.ts';
import { removeFiles } from './world-files.ts';

/**
 * Where a process keeps journals: one file for the one session that it will have, or a folder for any number of them, each in
 * `<session>/<twin>.jsonl`, in a folder that others make and remove. The worlds of many may have `worldsBytes` together as JSON
 * text; left out: what fits into the process.
 */
export type JournalPlace = { path: string } | { folder: string; worldsBytes?: number };

/** What becomes folder names. */
export const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Records of a few words take four times their text in memory, and what runs on them wants some too. */
const TIMES_IN_MEMORY = 5;
/** A journal that can't be taken up is tried again after so many milliseconds: the disk may be back. */
const TRY_AGAIN_MS = 1_000;

const NO_WORLD: Refusal = ['downstream_unavailable', 'This twin has no world yet.'];
const NO_SESSION: Refusal = ['not_found', 'No twin pod exists for this session.'];
const BROKEN: Refusal = ['downstream_unavailable', "This sandbox's journal can't be read. Retry."];

/** All sessions of a process. One that isn't in memory and has a journal is taken up when it is asked for. */
export class Sessions {
  readonly #twin: Twin;
  readonly #options: SessionOptions;
  readonly #place: JournalPlace;
  readonly #open = new Map<string, Session>();
  /** Until when journals are left alone that could not be taken up, in monotonic milliseconds. */
  readonly #broken = new Map<string, number>();
  /** Those that a thread of their own has: no other may open their journals. */
  readonly #away = new Set<string>();
  readonly #hasThreads: boolean;
  /** Those whose worlds are on their way from another session's journal. */
  readonly #inheriting = new Set<string>();
  /** The one journal that there is a place for, until it has a session. */
  #empty: Journal | undefined;
  /** The one session that there is a place for, also while it is not in memory. */
  #onlyId: string | undefined;

  /** @param hasThreads are there threads for sessions with large journals? @throws JournalError where the one journal holds something else */
  constructor(twin: Twin, place: JournalPlace, options: SessionOptions, hasThreads = false) {
    this.#twin = twin;
    this.#hasThreads = hasThreads;
    this.#place = place;
    if ('folder' in place) {
      const { worldsBytes = getHeapStatistics().heap_size_limit / TIMES_IN_MEMORY } = place;
      this.#options = { ...options, sharedRoom: new SharedRoom(worldsBytes) };
      return;
    }
    this.#options = options;
    const journal = this.#journal(place.path);
    if (journal.isEmpty) this.#empty = journal;
    else this.#onlyId = this.#keep(new Session(twin, journal, undefined, options)).id;
  }

  /** How many are in memory. */
  get size(): number {
    return this.#open.size;
  }

  /** The one that a process for one session has. */
  get only(): Session | undefined {
    return this.#onlyId === undefined ? undefined : this.get(this.#onlyId);
  }

  get(id: string): Session | undefined {
    return this.#open.get(id) ?? this.#takeUp(id);
  }

  /** Has a thread of its own a session, or should one take it up? */
  isAway(id: string): boolean {
    return this.#away.has(id);
  }

  /** A thread of its own has a session from now on, or doesn't any more. */
  setAway(id: string, isAway: boolean): void {
    if (isAway) this.#away.add(id);
    else this.#away.delete(id);
  }

  /** Gives a session to a thread of its own. @param handOver takes its calls that come from now on */
  release(session: Session, handOver: HandOver): void {
    this.#open.delete(session.id);
    this.#away.add(session.id);
    session.release(handOver);
  }

  /** Why there is no such session. */
  refusalOf(id: string | undefined): Refusal {
    if ('path' in this.#place && this.#onlyId === undefined) return NO_WORLD;
    return id !== undefined && this.#broken.has(id) ? BROKEN : NO_SESSION;
  }

  /** Builds a world. @throws SeedError when the seed is refused, NoRoomError, or what the file system says; nothing is kept then */
  begin(head: JournalHead): Session {
    const { sessionId } = head;
    if (this.get(sessionId) || this.#away.has(sessionId)) throw new Error('this session is booted already');
    const journal = this.#emptyJournal(sessionId);
    try {
      const session = this.#keep(new Session(this.#twin, journal, head, this.#options));
      if ('path' in this.#place) this.#onlyId = sessionId;
      return session;
    } catch (error) {
      this.#discard(journal);
      throw error;
    }
  }

  /** Builds a world from what another session has of it. @throws as `begin` does, JournalError, or what the source throws; nothing is kept then */
  async inherit(inheritance: Inheritance): Promise<Session> {
    const { sessionId } = inheritance.session;
    if (this.get(sessionId) || this.#away.has(sessionId) || this.#inheriting.has(sessionId))
      throw new Error('this session is booted already');
    const journal = this.#emptyJournal(sessionId);
    this.#inheriting.add(sessionId);
    try {
      const { ambient, sharedRoom } = this.#options;
      const opened = await inheritJournal(this.#twin.definition, journal, inheritance, ambient, sharedRoom);
      if (!this.#inheriting.has(sessionId)) {
        opened.room.close();
        throw new Error('the session was ended while its world was built');
      }
      if ('path' in this.#place) this.#onlyId = sessionId;
      return this.#keep(new Session(this.#twin, journal, opened, this.#options));
    } catch (error) {
      this.#discard(journal);
      throw error;
    } finally {
      this.#inheriting.delete(sessionId);
    }
  }

  /** A journal for a new session. */
  #emptyJournal(sessionId: string): Journal {
    if (!('path' in this.#place)) {
      const journal = this.#journal(this.#pathOf(sessionId));
      if (journal.isEmpty) return journal;
      journal.abandon();
      throw new Error(`the journal of ${sessionId} holds something already`);
    }
    const journal = this.#empty;
    if (!journal) throw new Error('this twin is booted already');
    this.#empty = undefined;
    return journal;
  }

  /** Nothing is kept of a session that didn't come to be. The one journal that there is a place for waits for the next. */
  #discard(journal: Journal): void {
    if ('path' in this.#place && journal.isEmpty) {
      this.#empty = journal;
      return;
    }
    journal.abandon();
    this.#remove(journal.path);
  }

  #remove(path: string): void {
    rmSync(path, { force: true });
    removeParts(path);
    removeFiles(path);
  }

  /** Ends a session and removes its journal. */
  end(id: string): void {
    this.#inheriting.delete(id);
    const session = this.#open.get(id);
    this.#open.delete(id);
    this.#broken.delete(id);
    this.#away.delete(id);
    session?.close();
    if (this.#isPossible(id)) this.#remove(this.#pathOf(id));
  }

  /** Ends all; their journals stay. */
  close(): void {
    for (const session of this.#open.values()) session.close();
    this.#open.clear();
    this.#empty?.close();
  }

  #keep(session: Session): Session {
    this.#open.set(session.id, session);
    return session;
  }

  #isPossible(id: string): boolean {
    return 'path' in this.#place ? id === this.#onlyId : SESSION_ID.test(id);
  }

  #pathOf(id: string): string {
    return 'path' in this.#place ? this.#place.path : join(this.#place.folder, id, `${this.#twin.id}.jsonl`);
  }

  #takeUp(id: string): Session | undefined {
    if (this.#away.has(id) || !this.#isPossible(id) || this.#inheriting.has(id)) return undefined;
    const path = this.#pathOf(id);
    const { monotonic, fault } = this.#options.ambient;
    if ((this.#broken.get(id) ?? 0) > monotonic()) return undefined;
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) return undefined;
    if (this.#hasThreads && (bytes + partsBytes(path) > LIGHT.journalBytes || startsLonger(path, LIGHT.bootBytes))) {
      this.#away.add(id);
      return undefined;
    }
    let journal: Journal | undefined;
    try {
      journal = this.#journal(path);
      const session = new Session(this.#twin, journal, undefined, this.#options);
      this.#broken.delete(id);
      return this.#keep(session);
    } catch (error) {
      // What began no further than in its first line was acknowledged to nobody.
      const isEmpty = journal?.isEmpty;
      journal?.abandon();
      if (isEmpty) return undefined;
      this.#broken.set(id, monotonic() + TRY_AGAIN_MS);
      fault(error);
      return undefined;
    }
  }

  #journal(path: string): Journal {
    const journal: Journal = Journal.open(path, (error) => this.#lost(journal, error));
    return journal;
  }

  /** A journal can't be written: its session goes, and the next call takes it up from the file, which has all that was acknowledged. */
  #lost(journal: Journal, error: Error): void {
    this.#options.ambient.fault(new Error(`the journal ${journal.path} can't be written`, { cause: error }));
    for (const [id, session] of this.#open) {
      if (session.journal !== journal) continue;
      this.#open.delete(id);
      session.abandon();
    }
  }
}
