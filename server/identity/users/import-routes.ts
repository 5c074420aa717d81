import * as contract from "#contract/identity/user-import.ts";
import { longRoute } from "#server/http/route.ts";
import { importUsers } from "./import.ts";

export const routes = [longRoute(contract.importUsers, importUsers)];
