import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from "@tanstack/react-router";
import type { Role } from "#contract/kernel/permissions.ts";
import { BrokenScreen } from "./broken-screen.tsx";
import { CompanyInUse } from "./company-in-use.tsx";
import { Guard, ToPasswordChange } from "./guard.tsx";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminScreen } from "./admin.tsx";
import { routed, type Screen } from "./screens.ts";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Spinner } from "#web/ui/parts.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** The URL's search parameters: filters, tabs and the chosen company; each screen reads its own. */
export type Search = Record<string, string | number | boolean | undefined>;
const validateSearch = (search: Record<string, unknown>): Search => search as Search;

type Path = (typeof routed)[number]["path"];

function screen<const P extends Path>(path: P, { permission, home, isForWork, load }: Screen) {
  // each screen loads when it is opened
  const Lazy = load === undefined ? AdminScreen : lazyRouteComponent(load);
  const content = isForWork ? (
    <CompanyInUse>
      <Lazy />
    </CompanyInUse>
  ) : (
    <Lazy />
  );
  const Guarded = () => (
    <Guard permission={permission}>
      {"group" in home || load === undefined ? <AdminFrame>{content}</AdminFrame> : content}
    </Guard>
  );
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    // passed on: the router preloads the screen on hover, and before rendering
    component: Object.assign(Guarded, { preload: () => ("preload" in Lazy ? Lazy.preload?.() : undefined) }),
  });
}

function page<const P extends string>(path: P, load: Parameters<typeof lazyRouteComponent>[0]) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    component: lazyRouteComponent(load),
  });
}

const homes = {
  super_admin: "/companies",
  workspace_admin: "/themes",
  agent: "/agent-workbench",
  examiner: "/examination",
} as const satisfies Record<Role, string>;

/** Redirect only (docs/specification/access.md). */
function Dashboard() {
  const { user } = useSession();
  return <Navigate to={user === null ? "/login" : homes[user.role]} replace />;
}

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  component: () => (
    <Guard permission={null}>
      <Dashboard />
    </Guard>
  ),
});

const stubs = (["/reports-test", "/reports-new", "/reports-test-old", "/reports-simple"] as const).map(
  (path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Navigate to="/reports" replace /> }),
);

/** A loading screen; a required password change is announced until its form loads, however long that takes. */
function Pending() {
  const { user } = useSession();
  return user?.mustChangePassword ? <ToPasswordChange isOutside /> : <Spinner />;
}

const routeTree = root.addChildren([
  page("/login", () => import("#web/identity/sessions/login.tsx")),
  page("/sign-on", () => import("#web/identity/sessions/sign-on-return.tsx")),
  page("/change-password", () => import("#web/identity/sessions/change-password.tsx")),
  page("/second-factor", () => import("#web/identity/sessions/set-up-second-factor.tsx")),
  dashboard,
  ...routed.map((one) => screen(one.path, one)),
  ...stubs,
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: Pending,
  // a screen is a few kilobytes: a spinner would only flash
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultErrorComponent: BrokenScreen,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
