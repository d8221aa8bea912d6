/** Where the cards of a hand lie: a fan while each card shows 44 px, terraces from there on. Pixels throughout. */

/** Least exposed width of a card: a full target. */
const TARGET = 44;
const RATIO = 1.5;
const FAN_MARGIN = 24;
const TERRACE_MARGIN = 16;
/** How much of a card its neighbour covers where there is room for all. */
const OVERLAP = 33;
/** Share of a card's width from one terrace to the next: sign and shape stay in sight. */
const ROW_STEP = 0.871;

export interface Place {
  /** Top left of the card, unlifted. */
  readonly x: number;
  readonly y: number;
  /** Degrees. */
  readonly turn: number;
  /** The part of it that no other slot covers: its hit area. */
  readonly width: number;
  readonly height: number;
}

export interface HandLayout {
  readonly places: readonly Place[];
  readonly cardWidth: number;
  /** How far a playable card rises. */
  readonly lift: number;
  /** Cards in a row: what the up and down keys step over. */
  readonly perRow: number;
  /** Height of the whole hand, with room for the lift. */
  readonly height: number;
}

export interface CardSizes {
  readonly fan: number;
  readonly terrace: number;
}

/** Card widths that suit a hand of this width. */
export function cardSizes(width: number): CardSizes {
  return width < 560 ? { fan: 78, terrace: 62 } : { fan: 112, terrace: 88 };
}

function most(width: number, card: number, margin: number): number {
  return 1 + Math.max(0, Math.floor((width - margin - card) / TARGET));
}

function pitchOf(count: number, width: number, card: number, margin: number): number {
  return Math.min((width - margin - card) / Math.max(count - 1, 1), Math.max(TARGET, card - OVERLAP));
}

function fan(count: number, width: number, card: number): HandLayout {
  const pitch = pitchOf(count, width, card, FAN_MARGIN);
  const left = (width - pitch * (count - 1) - card) / 2;
  const half = Math.max((count - 1) / 2, 1);
  const [turn, drop, lift] = [Math.min(2.4, 8 / half), Math.min(1.7, 15 / half ** 2), Math.min(26, card * 0.3)];
  const height = card * RATIO;
  const place = (_: unknown, i: number): Place => {
    const off = i - (count - 1) / 2;
    const last = i === count - 1;
    return {
      x: left + i * pitch,
      y: lift + off * off * drop,
      turn: off * turn,
      width: last ? card : pitch,
      height,
    };
  };
  return {
    places: Array.from({ length: count }, place),
    cardWidth: card,
    lift,
    perRow: count,
    height: lift + height + 20,
  };
}

function terraces(count: number, width: number, card: number): HandLayout {
  const perRow = most(width, card, TERRACE_MARGIN);
  const pitch = pitchOf(perRow, width, card, TERRACE_MARGIN);
  const left = (width - pitch * (perRow - 1) - card) / 2;
  const [lift, height] = [8, card * RATIO];
  const step = Math.max(card * ROW_STEP, TARGET + lift);
  const place = (_: unknown, i: number): Place => {
    const [row, column] = [Math.floor(i / perRow), i % perRow];
    const endsRow = column === perRow - 1 || i === count - 1;
    const covered = i + perRow < count;
    return {
      x: left + column * pitch,
      y: lift + row * step,
      turn: 0,
      width: endsRow ? card : pitch,
      height: covered ? step : height,
    };
  };
  const rows = Math.ceil(count / perRow);
  return {
    places: Array.from({ length: count }, place),
    cardWidth: card,
    lift,
    perRow,
    height: lift + (rows - 1) * step + height,
  };
}

/** The layout of `count` cards in a hand `width` wide. On a phone: a fan up to 7, terraces of 8 after that. */
export function handLayout(count: number, width: number, sizes: CardSizes = cardSizes(width)): HandLayout {
  if (count <= most(width, sizes.fan, FAN_MARGIN)) return fan(count, width, sizes.fan);
  return terraces(count, width, sizes.terrace);
}
