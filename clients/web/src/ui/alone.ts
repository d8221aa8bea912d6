/** A page that its worker brought may be without its server: that is said on the first page until the server is there. */
import { PAGE } from "../words/page";

const PATIENCE_MS = 3000;
const AGAIN_MS = 2000;

/** Tells what is to be said, empty while the server can be reached; `reaches` asks whether it answers within so many ms. */
export function watch(reaches: (ms: number) => Promise<boolean>, told: (text: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const there = await reaches(PATIENCE_MS);
    told(there ? "" : PAGE.alone);
    if (!there) timer = setTimeout(() => void look(), AGAIN_MS);
  };
  addEventListener("online", () => void look());
  addEventListener("offline", () => void look());
  void look();
}
