import { HelpItem } from "#contract/operation/help.ts";
import type * as contract from "#contract/operation/help.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { afterChange, fieldsOf } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { allow } from "./policy.ts";
import {
  getHelp,
  hideHelp,
  insertHelp,
  removeHelp,
  setHelp,
  type HelpRow,
  type HelpValues,
} from "./store.ts";

const columns = {
  type: "type",
  title: "title",
  content: "content",
  videoUrl: "video_url",
  duration: "duration",
} as const;

export function presentHelp(ctx: Context, row: HelpRow): HelpItem {
  return HelpItem.parse({
    id: row.id,
    type: row.type,
    title: row.title,
    content: row.content,
    videoUrl: row.video_url,
    duration: row.duration,
    version: row.version,
    isInherited: ctx.company !== null && row.company_id === null,
  });
}

export async function createHelp(
  ctx: Context,
  input: Input<typeof contract.createHelp>,
): Promise<Result<typeof contract.createHelp>> {
  const id = await insertHelp(ctx, ctx.company, valuesOf(input), null);
  ctx.audit({
    action: "help.create",
    target: { type: "help", id },
    after: { title: input.title, type: input.type },
  });
  return presentHelp(ctx, await getHelp(ctx, id));
}

/** Customizing inherited content makes a copy that replaces it for this company only. */
export async function updateHelp(
  ctx: Context,
  input: Input<typeof contract.updateHelp>,
): Promise<Result<typeof contract.updateHelp>> {
  const item = await loadToChange(
    ctx,
    input,
    { table: "help_items", id: input.id, recordedAs: "help" },
    {
      load: () => getHelp(ctx, input.id),
      present: (row) => presentHelp(ctx, row),
      companyOf: ({ company_id }) => company_id,
    },
  );
  const { type, title, content, videoUrl, duration } = presentHelp(ctx, item);
  const values = valuesOf(afterChange({ type, title, content, videoUrl, duration }, input));
  if (ctx.company !== null && item.company_id === null) {
    const origin = allow(ctx, "customize", item);
    const id = await insertHelp(ctx, ctx.company, values, origin);
    ctx.audit({
      action: "help.customise",
      target: { type: "help", id: item.id },
      after: { copy: id, title: values.title },
    });
    return presentHelp(ctx, await getHelp(ctx, id));
  }
  await setHelp(ctx, allow(ctx, "edit", item), values);
  ctx.audit({
    action: "help.update",
    target: { type: "help", id: item.id },
    before: recorded(item),
    after: recorded(values),
  });
  return presentHelp(ctx, await getHelp(ctx, item.id));
}

export async function deleteHelp(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.deleteHelp>> {
  const item = await getHelp(ctx, id);
  if (ctx.company !== null && item.company_id === null) {
    await hideHelp(ctx, ctx.company, allow(ctx, "hide", item));
    ctx.audit({ action: "help.hide", target: { type: "help", id }, before: { title: item.title } });
    return { success: true, hidden: true };
  }
  await removeHelp(ctx, allow(ctx, "edit", item));
  ctx.audit({ action: "help.delete", target: { type: "help", id }, before: { title: item.title } });
  return { success: true, hidden: false };
}

const recorded = (values: HelpValues) => fieldsOf(values, columns);

type WrittenHelp = Omit<Input<typeof contract.createHelp>, "companyId">;

function valuesOf(input: WrittenHelp): HelpValues {
  return {
    type: input.type,
    title: input.title,
    content: input.content,
    video_url: input.type === "video" ? (input.videoUrl ?? null) : null,
    duration: input.type === "video" ? (input.duration ?? null) : null,
  };
}
