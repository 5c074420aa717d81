import { inviteUser } from "#server/identity/users/invite.ts";
import { emailExists } from "#server/identity/users/store.ts";
import { recordSignIn } from "#server/identity/users/shared-store.ts";
import { addDocuments } from "./add-documents.ts";
import { planQuestions, questionActs } from "./ask-questions.ts";
import { workingMoments } from "./calendar.ts";
import { documents } from "./facts/documents.ts";
import { newcomer, type PersonKey } from "./facts/people.ts";
import { createRandom } from "./random.ts";
import { assignWaiting, planReviews, setRules } from "./review-answers.ts";
import { leadActs } from "./receive-leads.ts";
import { daysBefore, type Cast, type Stage } from "./stage.ts";
import { play, type Act } from "./timeline.ts";

const historyDays = 14;
/** The late documents come this many questions before the end: one or two working days. */
const questionsAfterLate = 20;

/** Two weeks of work, in the order of time. Questions that an interrupted start had begun to ask stay as they are. */
export async function writeHistory(stage: Stage, cast: Cast): Promise<void> {
  const random = createRandom(20_260);
  const { early, late } = planQuestions(random);
  const moments = workingMoments(stage.now, historyDays, early.length + late.length, random);
  const last = moments.length - questionsAfterLate;
  const uploadAt = new Date((moments[last] ?? stage.now).getTime() - 10 * 60_000);
  // every third of the last moments, to mix the late questions with others
  const lateMoments = moments.filter((_, index) => index >= last && index % 3 === 0).slice(0, late.length);
  const earlyMoments = moments.filter((moment) => !lateMoments.includes(moment));
  const reviews = planReviews(stage, cast);
  // a random sample would differ in every demo: sampling starts after the story ends
  await setRules(stage, cast, daysBefore(stage.now, historyDays + 1), 0);
  const questions = [
    ...questionActs(stage, cast, early, earlyMoments, random, reviews),
    ...questionActs(stage, cast, late, lateMoments, random, reviews),
  ];
  await play([
    ...((await isIn(stage, "interactions")) ? [] : questions),
    ...((await isIn(stage, "leads")) ? [] : leadActs(stage, cast)),
    uploadAct(stage, cast, uploadAt),
    inviteAct(stage, cast, daysBefore(stage.now, 1)),
    signInAct(stage, cast, "luis", daysBefore(stage.now, 0.9)),
    signInAct(stage, cast, "dana", daysBefore(stage.now, 0.1)),
    signInAct(stage, cast, "morgan", daysBefore(stage.now, 0.05)),
  ]);
  await assignWaiting(stage, cast, daysBefore(stage.now, 0.04));
  await setRules(stage, cast, daysBefore(stage.now, 0.03), 5);
}

async function isIn(stage: Stage, table: "interactions" | "leads"): Promise<boolean> {
  const rows = await stage
    .asSystem(stage.now)
    .transact((ctx) => ctx.db.selectFrom(table).select("id").limit(1).execute());
  return rows.length > 0;
}

function uploadAct(stage: Stage, cast: Cast, at: Date): Act {
  const late = documents.filter((document) => document.isLate);
  return { at, run: () => addDocuments(stage, cast, late, at).then(() => []) };
}

function signInAct(stage: Stage, cast: Cast, key: PersonKey, at: Date): Act {
  const { id } = cast.person(key);
  const user = { id, must_change_password: false, temp_password_expires_at: null };
  return {
    at,
    run: async () => {
      await stage.as(cast.person(key), at).transact((ctx) => recordSignIn(ctx, user));
      return [];
    },
  };
}

/** The invitation stays open: its temporary password is unused. */
function inviteAct(stage: Stage, cast: Cast, at: Date): Act {
  const { email, firstName, lastName } = newcomer;
  return {
    at,
    run: async () => {
      const dana = stage.as(cast.person("dana"), at);
      if (await dana.transact((ctx) => emailExists(ctx, email))) return [];
      await inviteUser(dana, {
        email,
        firstName,
        lastName,
        role: "agent",
        workspaceId: cast.workspace("warranty"),
        companyId: cast.companyId,
      });
      return [];
    },
  };
}
