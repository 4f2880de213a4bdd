import type { Entity, LinearSeedContext } from '../world.ts';
import { timestamp } from '../world.ts';
import type { Book } from './book.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long before the world begins its undated furniture (users, teams, labels, projects) was made. */
const FURNITURE_DAYS = 30;

/** What loading a seed carries along: the ids of what is in the world already, by the places of the document. */
export class Loading {
  readonly context: LinearSeedContext;
  readonly book: Book;
  readonly userIds: string[] = [];
  readonly teamIds: string[] = [];
  /** By team and place. */
  readonly stateIds: string[][] = [];
  /** By team and cycle number. */
  readonly cycleIds: Map<number, string>[] = [];
  readonly labelIds: string[] = [];
  readonly projectIds: string[] = [];
  /** By project and lower-case name or id. */
  readonly milestoneIds: Map<string, string>[] = [];
  readonly initiativeIds: string[] = [];
  readonly issueIds: string[] = [];
  #furniture = 0;

  constructor(context: LinearSeedContext, book: Book) {
    this.context = context;
    this.book = book;
  }

  /** The fields that every record begins with. Undated furniture was made a month ago, one second after the other. */
  entity(
    declared: { id?: string | undefined; createdAt?: string | undefined; updatedAt?: string | undefined },
    createdAt?: string,
  ): Entity {
    this.#furniture += 1;
    const made = timestamp(this.context.now - FURNITURE_DAYS * DAY_MS + this.#furniture * SECOND_MS);
    const born = declared.createdAt === undefined ? (createdAt ?? made) : normal(declared.createdAt);
    return {
      id: declared.id ?? this.context.ids.uuid(),
      createdAt: born,
      updatedAt: declared.updatedAt === undefined ? born : normal(declared.updatedAt),
      archivedAt: null,
    };
  }

  /** Undated issues were made one minute after the other, the last one a minute before the world begins. */
  issueTime(at: number): string {
    return timestamp(this.context.now - (this.book.seed.issues.length - at) * MINUTE_MS);
  }

  user(name: string): string {
    return this.userIds[this.book.names.users.find(name) ?? 0] as string;
  }

  userOr(name: string | undefined, fallback: string): string {
    return name === undefined ? fallback : this.user(name);
  }

  team(name: string): string {
    return this.teamIds[this.book.names.teams.find(name) ?? 0] as string;
  }

  get viewerId(): string {
    const { viewer } = this.book.seed;
    return viewer === undefined ? (this.userIds[0] as string) : this.user(viewer);
  }

  /** The time `seconds` after a timestamp. */
  after(time: string, seconds: number): string {
    return timestamp(Date.parse(time) + seconds * SECOND_MS);
  }
}

/** A declared moment as the world writes it. */
export const normal = (moment: string): string => new Date(Date.parse(moment)).toISOString();

export const optional = (moment: string | undefined): string | null => (moment === undefined ? null : normal(moment));
