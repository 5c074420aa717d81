import * as contract from "#contract/answering/search.ts";
import { route } from "#server/http/route.ts";
import { search } from "./search.ts";

export const routes = [route(contract.search, search)];
