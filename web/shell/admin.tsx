import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useUser } from "#web/kernel/session.tsx";
import { Page, PageHeader, Spinner } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { screens, tabFor } from "./screens.ts";

const tabName = ["tab"];

/** Each as large as a screen: loaded when it is opened. */
const contents = new Map<string, ReactNode>(
  screens.flatMap((screen) => {
    if (!("tab" in screen)) return [];
    const Content = lazyRouteComponent(screen.load);
    return [[screen.tab, <Content key={screen.tab} />]];
  }),
);

/** The screen of Admin that the address names. */
export function AdminScreen() {
  const { role } = useUser();
  const { tab, home } = tabFor(role, useSearchParams(tabName).text("tab"));
  return (
    <Page>
      <PageHeader title={home.item} />
      <Suspense fallback={<Spinner />}>{contents.get(tab)}</Suspense>
    </Page>
  );
}
