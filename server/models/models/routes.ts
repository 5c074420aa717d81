import * as contract from "#contract/models/models.ts";
import { route } from "#server/http/route.ts";
import { addModel, changeModel, removeModel } from "./change.ts";
import { readCatalog } from "./catalog.ts";
import { presentModel } from "./present.ts";

export const routes = [
  route(contract.listCatalog, async (ctx) =>
    (await readCatalog(ctx)).map((model) => presentModel(model, ctx.now)),
  ),
  route(contract.addModel, addModel),
  route(contract.changeModel, changeModel),
  route(contract.removeModel, removeModel),
];
