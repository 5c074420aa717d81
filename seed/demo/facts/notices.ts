import type { Notice } from "#server/notices/notifications/notice.ts";
import type { PersonKey } from "./people.ts";
import type { ThemeKey } from "./themes.ts";

/** Notices in addition to those that the product's verbs create. */
type DemoNotice = Omit<Notice, "link"> & {
  to: PersonKey[];
  hoursAgo: number;
  link: string | ((theme: (key: ThemeKey) => number) => string);
};

const newTaxGuide = {
  kind: "document_ready",
  title: "'Sales Tax and Invoice Guide.txt' answers questions now",
  body: "New in 'Billing Support': which state taxes what, and where customers find an invoice.",
} as const;
const newServiceLevels = {
  kind: "document_ready",
  title: "'Repair Network Service Levels.txt' answers questions now",
  body: "New in 'Warranty Claims': repair times, parts and the three repair centers.",
} as const;
const agentHelp = {
  kind: "welcome",
  title: "Help answers your first questions",
  body: "Which theme to choose, and what a footnote mark means.",
  link: "/help",
} as const;

export const notices: DemoNotice[] = [
  {
    ...newTaxGuide,
    to: ["maya", "tom", "aisha", "sofia", "marcus", "elena"],
    hoursAgo: 20,
    link: "/agent-workbench",
  },
  {
    ...newTaxGuide,
    to: ["luis"],
    hoursAgo: 20,
    link: (theme) => `/themes?theme=${theme("billing")}&tab=documents`,
  },
  { ...newServiceLevels, to: ["grace", "kenji"], hoursAgo: 20, link: "/agent-workbench" },
  {
    ...newServiceLevels,
    to: ["dana"],
    hoursAgo: 20,
    link: (theme) => `/themes?theme=${theme("claims")}&tab=documents`,
  },
  {
    ...agentHelp,
    to: ["maya", "tom", "aisha", "kenji", "sofia", "marcus", "elena", "grace"],
    hoursAgo: 30,
  },
  {
    kind: "welcome",
    title: "The first two weeks are in the reports",
    body: "Questions, ratings and tags by theme and by agent.",
    to: ["dana", "luis"],
    hoursAgo: 6,
    link: "/reports",
  },
];

/** For the person who was invited and hasn't signed in yet. */
export const newcomerNotices: (Notice & { hoursAgo: number })[] = [
  {
    kind: "welcome",
    title: "Welcome to Footnote",
    body: "Every sentence of an answer shows the page it rests on.",
    link: "/help",
    hoursAgo: 23,
  },
  { ...agentHelp, hoursAgo: 22 },
  {
    kind: "welcome",
    title: "Set a password of your own",
    body: "Your temporary password works once and for seven days.",
    link: "/change-password",
    hoursAgo: 21,
  },
];
