/** The way back from a table to the tournament that led there: kept in this tab alone. */
const KEY = "ono.tournament";

/** Notes the address of the tournament. */
export const comingFrom = (address: string): void => sessionStorage.setItem(KEY, address);

/** The address of the tournament that led here; null without one. */
export const wayBack = (): string | null => sessionStorage.getItem(KEY);
