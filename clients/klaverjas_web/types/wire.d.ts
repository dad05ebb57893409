/* What travels: views, events, actions and messages, as server/PROTOCOL.md describes them. */
declare namespace Wire {
  type Seat = 'N' | 'E' | 'S' | 'W';
  type Suit = 'C' | 'D' | 'H' | 'S';
  /** Suit first, then rank: "HJ". */
  type Card = string;
  /** A side, "NS" and "EW", or in Klaberjass a seat; figures stand by side. */
  type Figures = Record<string, number>;

  interface Action { a: string; suit?: Suit; card?: Card; call?: 'bela' | 'from-bela' }
  interface Player { name: string; bot: string | null; away: boolean }
  interface TrickCard { seat: Seat; card: Card }
  interface LastTrick { leader: Seat; cards: Card[]; winner: Seat }
  interface RoemPart { kind: 'run' | 'four' | 'stuk'; cards: Card[]; value: number }
  interface Sequence { cards: Card[]; value: number }
  type Says = string | Record<string, number | string | boolean>;
  interface Declaration { seat: Seat; says: Says }
  interface Showing { seat: Seat; sequences: Sequence[]; value: number }

  interface Line {
    deal: number; maker: Seat | null; trump: Suit | null;
    points: Figures; written: Figures; marks: Record<string, string>;
    roem?: Figures; sequences?: Figures; bela?: Figures; pot?: number; last?: string;
  }

  interface View {
    rules: string; game: 'klaverjas' | 'klaberjass'; me: Seat | null; deals: number | null;
    phase: string; totals: Figures; deal: number; dealer: Seat | null; turn: Seat | null;
    trump: Suit | null; maker: Seat | null; hand: Card[] | null; counts: Record<string, number>;
    leader: Seat | null; trick: TrickCard[]; last: LastTrick | null;
    tricks: Figures; points: Figures; roem: Figures; sheet: Line[];
    players: Record<string, Player>; legal: Action[];
    upcard?: Card | null; bottom?: Card | null; declared?: Declaration[]; shown?: Showing | null;
    bela?: Record<string, string[]>; pot?: number;
  }

  interface EventFields {
    drawn: { draws: TrickCard[]; dealer: Seat };
    dealt: { deal: number; dealer: Seat; hand?: Card[]; hands?: Record<string, Card[]> };
    turned: { suit: Suit; card?: Card };
    passed: { seat: Seat };
    named: { seat: Seat; suit: Suit };
    taken: { seat: Seat; suit: Suit };
    schmeissed: { seat: Seat };
    answered: { seat: Seat; accepted: boolean };
    void: { deal: number; dealer: Seat };
    packet: { hand?: Card[]; hands?: Record<string, Card[]> };
    bottom: { card: Card };
    swapped: { seat: Seat; card: Card; seven: Card };
    kept: { seat: Seat };
    declared: { seat: Seat; says: Says };
    silent: { seat: Seat };
    shown: { seat: Seat; sequences: Sequence[]; value: number };
    claimed: { seat: Seat; score: number; right: boolean };
    played: { seat: Seat; card: Card; call?: string };
    trick: { trick: number; winner: Seat; points: number };
    roem: { seat: Seat | null; trick: number; value: number; parts: RoemPart[] };
    written: Omit<Line, 'trump'>;
    finished: { totals: Figures; winner: string | null; by?: string };
    sat: { seat: Seat; name: string };
    left: { seat: Seat };
    filled: { seat: Seat; strategy: string };
    started: { rules: string; hash: string };
    'stand-in': { seat: Seat; strategy: string };
    back: { seat: Seat };
    paused: { by?: string };
    resumed: {};
    'rolled-back': { deal: number; trick: number };
    ruled: { act: string; side?: string; points?: number; reason?: string };
  }
  type Kind = keyof EventFields;
  type EventOf<K extends Kind> = { k: K } & EventFields[K];
  type Event = { [K in Kind]: EventOf<K> }[Kind];

  /** What a fold must know of a rule set. */
  interface Customs {
    turned: boolean; dealerFirst: boolean; declareFirst: boolean; showLast: boolean;
  }
  type Fold<K extends Kind> = (view: View, event: EventOf<K>, customs: Customs) => View;
  type Folds = { [K in Kind]?: Fold<K> };
  type Tellers<T> = { [K in Kind]: (event: EventOf<K>, told: T) => string };

  interface Ask {
    t: 'ask'; table: string; ask: number; seat: Seat; must: boolean; legal: Action[]; ms?: number;
  }
  interface Snapshot { t: 'snapshot'; table: string; n: number; view: View }
  interface EventMessage { t: 'event'; table: string; n: number; e: Event }
  interface Unask { t: 'unask'; table: string; ask: number }
  interface Note { t: 'note'; table: string; k: string; seat?: Seat; watchers?: number }
  type TableMessage = Ask | Snapshot | EventMessage | Unask | Note;

  interface Welcome {
    t: 'welcome'; v: number; server: string; session: string; token: string; name?: string;
  }
  interface Refusal {
    t: 'error'; re?: number; code: string; text: string; reason?: string; legal?: Action[];
  }
  interface Reply {
    t: string; re?: number; table?: string; seat?: Seat; n?: number; key?: string; text?: string;
    code?: string; tables?: TableInfo[]; more?: boolean;
  }
  interface TableInfo {
    table: string; rules: string; seats: Record<string, Player | null>; phase: string; watchers: number;
  }
  interface Request { t: string; id?: number; [field: string]: unknown }

  /** A thing that happened at a table, with the views before and after it. */
  type Happening =
    | { kind: 'shown'; view: View }
    | { kind: 'event'; event: Event; before: View; view: View }
    | { kind: 'ask'; ask: Ask; view: View }
    | { kind: 'unask'; view: View }
    | { kind: 'note'; note: Note; view: View };

  /** A finished match: a spectator's view before it, then all of its events, with all hands. */
  interface MatchRecord { table: string; view: View; events: Event[] }

  interface Timers {
    now(): number;
    set(run: () => void, ms: number): number;
    clear(timer: number): void;
  }
}
