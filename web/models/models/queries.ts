import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  type CatalogEntry,
  type CatalogRow,
  addModel,
  changeModel,
  listCatalog,
  removeModel,
} from "#contract/models/models.ts";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export const catalogQuery = () =>
  queryOptions({ queryKey: ["models"], queryFn: ({ signal }) => callApi(listCatalog, {}, signal) });

/** Company cards show models' retirement dates, reports their prices. */
const stale = [["models"], ["companies"], ["reports"]];

export const useAddModel = () =>
  useInvalidatingMutation((body: Request<typeof addModel>) => callApi(addModel, body), stale);

export const useChangeModel = () =>
  useInvalidatingMutation(
    ({
      opened,
      values,
    }: {
      opened: CatalogRow & { id: number };
      values: Omit<CatalogEntry, "provider" | "name">;
    }) =>
      saveTouched({ version: opened.version, values: opened }, values, (change) =>
        callApi(changeModel, { id: opened.id, ...change }),
      ),
    stale,
  );

export const useRemoveModel = () =>
  useInvalidatingMutation((id: number) => callApi(removeModel, { id }), stale);
