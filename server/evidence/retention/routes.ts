import * as contract from "#contract/evidence/retention.ts";
import { route } from "#server/http/route.ts";
import { erasePerson } from "./erase-person.ts";
import { countDueUnder, getRetention, listDueUnder, setRetention } from "./periods.ts";

export const routes = [
  route(contract.getRetention, getRetention),
  route(contract.setRetention, setRetention),
  route(contract.countDue, countDueUnder),
  route(contract.listDue, listDueUnder),
  route(contract.erasePerson, erasePerson),
];
