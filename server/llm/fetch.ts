import { ModelError } from "./models.ts";

/**
 * `fetch` to a provider. A key goes to the address it was given for and nowhere else, so redirects are refused. A web
 * page says that the address is not that of a provider; statuses that say more about a fault keep their meaning.
 */
export const fetchProvider: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  const isPage = response.headers.get("content-type")?.includes("text/html") === true;
  const saysMore = [401, 403, 429].includes(response.status) || response.status >= 500;
  if (!isPage || saysMore) return response;
  await response.body?.cancel();
  throw new ModelError(
    "broken",
    "A web page came back instead of an answer. This installation has the wrong address for the provider; whoever runs it can fix that.",
    { said: `status ${response.status} with a web page` },
  );
};
