import { ModelError } from "./models.ts";

/**
 * `fetch` to a provider. A key is sent only to the address it was given for, so redirects are refused. A web page means
 * that the address is not a provider's; more specific error statuses keep their meaning.
 */
export const fetchProvider: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  const isPage = response.headers.get("content-type")?.includes("text/html") === true;
  const saysMore = [401, 403, 429].includes(response.status) || response.status >= 500;
  if (!isPage || saysMore) return response;
  await response.body?.cancel();
  throw new ModelError(
    "no-provider",
    "A web page came back instead of an answer. This installation has the wrong address for the provider.",
    { said: `status ${response.status} with a web page` },
  );
};
