import * as contract from "#contract/knowledge/look-back.ts";
import { longRoute, route } from "#server/http/route.ts";
import { listChangedRules, notifyOfChangedRules } from "./changes.ts";
import { exportLookBack } from "./export.ts";
import { getLookBack, listLookBackAnswers, listLookBackPeople } from "./look-back.ts";

export const routes = [
  route(contract.getLookBack, getLookBack),
  route(contract.listLookBackPeople, listLookBackPeople),
  route(contract.listLookBackAnswers, listLookBackAnswers),
  longRoute(contract.exportLookBack, exportLookBack),
  route(contract.listChangedRules, listChangedRules),
  route(contract.notifyOfChangedRules, notifyOfChangedRules),
];
