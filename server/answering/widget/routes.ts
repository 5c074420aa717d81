import * as contract from "#contract/answering/widget.ts";
import { longRoute } from "#server/http/route.ts";
import { askWidget } from "./ask-widget.ts";

export const routes = [
  longRoute(contract.askWidget, (caller, input, { signal }) => askWidget(caller, input, signal)),
];
