import { useUser } from "#web/kernel/session.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";

/** As many as two screens of cards. */
const mostCards = 12;

const names = ["view"];
type View = "desk" | "cards";

/** Cards up to a dozen themes and rows beyond, unless the person chose: in the URL, or before in this tab. */
export function useThemesView(total: number | undefined): { value: View; choose(view: string): void } {
  const address = useSearchParams(names);
  const place = `themes:view:${useUser().id}`;
  const chosen = viewIn(address.text("view")) ?? viewIn(sessionStorage.getItem(place));
  return {
    value: chosen ?? ((total ?? 0) > mostCards ? "desk" : "cards"),
    choose(view) {
      sessionStorage.setItem(place, view);
      address.refine({ view });
    },
  };
}

function viewIn(text: string | null): View | null {
  return text === "desk" || text === "cards" ? text : null;
}
