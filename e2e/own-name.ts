import { listUsers, nameYourself, updateUser } from "#contract/identity/users.ts";
import type { Editor, World } from "./editor.ts";
import { expect } from "./fixtures.ts";

async function peopleOf(api: World["api"], companyId: number) {
  const people = await api(listUsers, { companyId });
  return Array.isArray(people) ? people : people.rows;
}

/** A person changes their own name while an administrator does. */
export const ownName: Editor = {
  edits: [nameYourself],
  isPage: true,
  async open({ api, page, url, companyId }) {
    await page.goto(`${url}/account`);
    await expect(page.getByRole("button", { name: "Save name" })).toBeVisible();
    return (await peopleOf(api, companyId)).find(({ role }) => role === "workspace_admin")?.id ?? 0;
  },
  other: ({ api }, id) => api(updateUser, { id, lastName: "Others" }),
  same: ({ api }, id) => api(updateUser, { id, firstName: "Theirs" }),
  change: (form) => form.getByRole("textbox", { name: "First name", exact: true }).fill("Mine"),
  save: "Save name",
  read: async ({ api, companyId }, id) => (await peopleOf(api, companyId)).find((person) => person.id === id),
  others: { lastName: "Others" },
  mine: { firstName: "Mine" },
  theirs: { firstName: "Theirs" },
};
