import type { VerbServices } from "#server/kernel/services.ts";
import { addDocuments } from "./add-documents.ts";
import { createCompany, findCompany } from "./create-company.ts";
import { createThemes } from "./create-themes.ts";
import { documents } from "./facts/documents.ts";
import { leaveNotices } from "./leave-notices.ts";
import { keepSignIns, newSignIns, passwordOf, printSignIns, readSignIns, type SignIns } from "./sign-ins.ts";
import { daysBefore, openStage, type Stage } from "./stage.ts";
import { writeHelp } from "./write-help.ts";
import { writeHistory } from "./write-history.ts";

/**
 * Creates the demo company on an empty database and says how to sign in. A later start repeats this and changes nothing; after an interrupted start, the next one creates what is missing. @returns lines to print; none if the installation has people other than the demo's
 */
export async function runDemo(services: VerbServices): Promise<string[]> {
  const { dataDir, publicUrl } = services.config;
  const stage = openStage(services);
  const isNew = await isEmpty(stage);
  let signIns = readSignIns(dataDir);
  if (signIns === null && !isNew) return [];
  if (signIns === null || isNew) {
    signIns = newSignIns();
    keepSignIns(dataDir, signIns);
  }
  if (!signIns.isFinished) {
    await make(stage, signIns);
    signIns = { ...signIns, isFinished: true };
    keepSignIns(dataDir, signIns);
  }
  const kept = signIns;
  return stage.asSystem(stage.now).transact((ctx) => printSignIns(ctx, kept, publicUrl));
}

async function make(stage: Stage, signIns: SignIns): Promise<void> {
  const { now } = stage;
  const foundedAt = daysBefore(now, 16);
  const system = stage.asSystem(foundedAt);
  let found = await system.transact(findCompany);
  if (found === null) {
    await createCompany(system, (key) => passwordOf(signIns, key));
    found = await system.transact(findCompany);
  }
  if (found === null) throw new Error("the demo company could not be made");
  const preparedAt = daysBefore(now, 15);
  const cast = await createThemes(stage, found, preparedAt);
  await writeHelp(stage, cast, preparedAt);
  const early = documents.filter((document) => document.isLate !== true);
  await addDocuments(stage, cast, early, preparedAt);
  await writeHistory(stage, cast);
  await leaveNotices(stage, cast);
}

/** No one but the super admin named by the environment, and no company. */
async function isEmpty(stage: Stage): Promise<boolean> {
  const own = stage.services.config.admin?.email ?? "";
  return stage.asSystem(stage.now).transact(async (ctx) => {
    const people = await ctx.db.selectFrom("users").select("id").where("email", "!=", own).limit(1).execute();
    const companies = await ctx.db.selectFrom("companies").select("id").limit(1).execute();
    return people.length === 0 && companies.length === 0;
  });
}
