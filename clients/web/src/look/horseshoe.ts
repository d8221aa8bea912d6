/** Where the other seats sit: a horseshoe in true order, clockwise from my left over the top to my right. Pixels. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Chevron extends Point {
  /** Degrees, of clockwise play; 0 points right. */
  readonly angle: number;
}

export interface Horseshoe {
  /** Middles of the seats; the first is the next one clockwise. */
  readonly seats: readonly Point[];
  /** The box each seat may fill. */
  readonly seatWidth: number;
  readonly seatHeight: number;
  /** True: there is room for the little fan of backs below a name. */
  readonly fans: boolean;
  readonly chevrons: readonly Chevron[];
  /** Middle of the two piles' cards; the colour's sign goes below them. */
  readonly centre: Point;
}

/** How many of n seats sit on each side; the rest sit along the top. */
const ON_SIDE = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3];
const BARE_SEAT = 74;
/** What the fan of backs takes below a name, and on a wide table, where it is bigger. */
const FAN_ROOM = { usual: 34, wide: 50 };
const WIDE = 680;
const MAX_SEAT_WIDTH = 84;
/** On a wide table long names have room. */
const WIDE_SEAT = 120;
/** Room above a seat for its tag. */
const TAG = 14;
/** Between the row at the top and the seats at the sides. */
const GAP = 2;
/** Room below the lowest fan. */
const FOOT = 10;
/** Under this height only one or two rows fit: seats go left and right of the piles, in one row above them where it is narrow. */
const LOW = 300;
const NARROW_LOW = 345;
const NARROW = 500;
/** Seats that fit into the one row. */
const ROW = 5;
/** How far that row is moved to the left, for the counts that hang out at the right. */
const COUNT = 7;
/** Half the width of the two piles. */
const PILES = 110;
/** Two seats nearer than this leave no room for a chevron between them. */
const CROWDED = 110;
/** From the middle of a side seat to just inside its count. */
const INSIDE = 48;
const UP = -90;
/** What the colour's sign takes below the piles. */
const SIGN = 50;

const even = (i: number, count: number): number => (count === 1 ? 0.4 : i / (count - 1));

function mirrored<P extends Point>(points: readonly P[], width: number): P[] {
  return points.map((point) => ({ ...point, x: width - point.x })).reverse();
}

/** Left side from the bottom up. */
function leftSide(count: number, width: number, top: number, bottom: number): Point[] {
  const edge = Math.max(46, width * 0.13);
  const lean = width > 600 ? width * 0.06 : 0;
  return Array.from({ length: count }, (_, i) => {
    const t = even(count - 1 - i, count);
    return { x: edge + lean * (count > 1 ? 1 - t : 0), y: top + t * (bottom - top) };
  });
}

function topRow(count: number, width: number, y: number): Point[] {
  const gap = width * (count === 2 ? 0.33 : 0.223);
  return Array.from({ length: count }, (_, i) => ({ x: width / 2 + (i - (count - 1) / 2) * gap, y }));
}

const slope = (a: Point, b: Point): number => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;

/** Chevrons of the left half: where play leaves me, and where it turns from the side to the top. */
function leftChevrons(side: readonly Point[], first: Point | undefined, seatHeight: number): Chevron[] {
  const [low, above] = side;
  const high = side.at(-1);
  if (!low || !high || !first) return [];
  const roomy = Math.hypot(first.x - high.x, first.y - high.y) > CROWDED;
  const turning = roomy
    ? { x: high.x + 0.3 * (first.x - high.x), y: high.y + 0.7 * (first.y - high.y) }
    : { x: high.x + INSIDE, y: high.y - 22 };
  return [leaving(low, above, seatHeight), { ...turning, angle: slope(high, first) }];
}

/** Above my first neighbour where seats leave room, else just inside their column; below it when it sits alone. */
function leaving(low: Point, above: Point | undefined, seatHeight: number): Chevron {
  if (!above) return { x: low.x, y: low.y + seatHeight / 2 + 22, angle: UP };
  const gap = low.y - above.y - seatHeight;
  const middle = { x: (low.x + above.x) / 2, y: (low.y + above.y) / 2 };
  return { ...middle, x: middle.x + (gap > 40 ? 0 : INSIDE), angle: slope(low, above) };
}

function both(left: readonly Chevron[], width: number): Chevron[] {
  return [...left, ...mirrored(left, width).map((chevron) => ({ ...chevron, angle: -chevron.angle }))];
}

function tall(others: number, width: number, height: number): Horseshoe {
  const onSide = ON_SIDE[others] ?? 3;
  const onTop = others - 2 * onSide;
  const rows = onSide + Math.min(onTop, 1);
  const fanRoom = FAN_ROOM[width > WIDE ? "wide" : "usual"];
  const fans = (others <= 4 || width > 600) && rows * (BARE_SEAT + fanRoom) + TAG + GAP + FOOT <= height;
  const seatHeight = BARE_SEAT + (fans ? fanRoom : 0);
  const topY = TAG + seatHeight / 2;
  const sideTop = onTop === 0 ? topY : topY + seatHeight + GAP;
  const left = leftSide(onSide, width, sideTop, Math.max(sideTop, height - seatHeight / 2 - (fans ? FOOT : 0)));
  const top = topRow(onTop, width, topY);
  const apex = { x: width / 2, y: topY };
  const chevrons = leftChevrons(left, top[0] ?? apex, seatHeight);
  return {
    seats: [...left, ...top, ...mirrored(left, width)],
    seatWidth: width > WIDE ? WIDE_SEAT : Math.min(MAX_SEAT_WIDTH, width * 0.215),
    seatHeight,
    fans,
    chevrons: chevrons.length ? both(chevrons, width) : both([{ x: width * 0.2, y: topY + 60, angle: -60 }], width),
    centre: { x: width / 2, y: (onTop === 0 ? height : topY + seatHeight / 2 + height) / 2 - SIGN / 2 },
  };
}

/** Left wing of a low table, from me outwards and up, then inwards: columns of one or two seats. */
function leftWing(count: number, width: number, height: number): Point[] {
  const rows = count > 2 ? 2 : 1;
  const columns = Math.ceil(count / rows);
  const room = (width / 2 - PILES) / Math.max(columns, 1);
  return Array.from({ length: count }, (_, i) => {
    const row = rows === 1 ? 0.5 : i % 2 === 0 ? 0.75 : 0.25;
    return { x: room * (Math.floor(i / rows) + 0.5), y: height * row };
  });
}

function low(others: number, width: number, height: number): Horseshoe {
  const onLeft = Math.ceil(others / 2);
  const left = leftWing(onLeft, width, height);
  const right = mirrored(leftWing(others - onLeft, width, height), width);
  return {
    seats: [...left, ...right],
    seatWidth: Math.min(MAX_SEAT_WIDTH, (width / 2 - PILES) / Math.ceil(onLeft / (onLeft > 2 ? 2 : 1))),
    seatHeight: BARE_SEAT,
    fans: false,
    chevrons: [
      { x: width / 2 - PILES, y: 18, angle: 0 },
      { x: width / 2 + PILES, y: 18, angle: 0 },
    ],
    centre: { x: width / 2, y: height / 2 },
  };
}

/** One row above the piles; seats that it does not hold go left and right of them, two on each side at most. */
function narrow(others: number, width: number, height: number): Horseshoe {
  const onSide = Math.min(2, Math.max(0, Math.ceil((others - ROW) / 2)));
  const onTop = others - 2 * onSide;
  const [topY, under] = [TAG + BARE_SEAT / 2, TAG + BARE_SEAT];
  const gap = Math.floor(Math.min((width - 2 * COUNT) / onTop, width / 3));
  const middle = width / 2 - COUNT;
  const top = Array.from({ length: onTop }, (_, i) => ({ x: middle + (i - (onTop - 1) / 2) * gap, y: topY }));
  const left = leftSide(onSide, width, under + BARE_SEAT / 2, Math.max(under, height - BARE_SEAT) + BARE_SEAT / 2);
  return {
    seats: [...left, ...top, ...mirrored(left, width)],
    seatWidth: Math.min(MAX_SEAT_WIDTH, gap),
    seatHeight: BARE_SEAT,
    fans: false,
    chevrons: both([{ x: 24, y: under + 26, angle: UP }], width),
    centre: { x: width / 2, y: (under + height - FOOT) / 2 },
  };
}

export type Form = "tall" | "low" | "narrow";

/** How the seats lie in an area of this size. */
export function formOf(width: number, height: number): Form {
  if (width < NARROW) return height < NARROW_LOW ? "narrow" : "tall";
  return height < LOW ? "low" : "tall";
}

const FORMS = { tall, low, narrow };

/** Places for 1 to 9 other seats in an area below the bar and above the prompt. */
export function horseshoe(others: number, width: number, height: number): Horseshoe {
  return FORMS[formOf(width, height)](others, width, height);
}
