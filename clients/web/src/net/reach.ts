/** Whether the server that this page came from answers within this time. */
export async function reaches(ms: number): Promise<boolean> {
  // Without credentials a browser uses none of the connections that brought the page: they may be dead.
  const plain = { method: "HEAD", cache: "no-store", credentials: "omit" } as const;
  try {
    // Where a request cannot be given up by itself, the browser gives it up at last.
    await fetch("/", { ...plain, signal: AbortSignal.timeout?.(ms) ?? null });
    return true;
  } catch {
    return false;
  }
}
