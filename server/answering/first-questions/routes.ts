import * as contract from "#contract/answering/first-questions.ts";
import { longRoute } from "#server/http/route.ts";
import { listFirstQuestions } from "./list.ts";

export const routes = [longRoute(contract.listFirstQuestions, listFirstQuestions)];
