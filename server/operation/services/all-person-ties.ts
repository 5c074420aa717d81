import { chatTies } from "#server/answering/chats/ties.ts";
import { questionnaireTies } from "#server/answering/questionnaires/ties.ts";
import { directoryTies } from "#server/identity/scim/ties.ts";
import { secondFactorTies } from "#server/identity/second-factor/ties.ts";
import { sessionTies } from "#server/identity/sessions/ties.ts";
import { signOnTies } from "#server/identity/sign-on/ties.ts";
import { userTies } from "#server/identity/users/ties.ts";
import { themeTies } from "#server/knowledge/themes/ties.ts";
import { noticeTies } from "#server/notices/notifications/ties.ts";

export const allPersonTies = [
  userTies,
  secondFactorTies,
  sessionTies,
  signOnTies,
  directoryTies,
  noticeTies,
  themeTies,
  chatTies,
  questionnaireTies,
];
