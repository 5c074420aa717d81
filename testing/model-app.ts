import { startTestApp, type TestApp } from "./app.ts";
import { startModelServer, type ModelServer } from "./model-server.ts";

/** An application whose Smart model is the server beside it; both end with the application. */
export async function startModelApp(): Promise<{ app: TestApp; model: ModelServer }> {
  const model = await startModelServer();
  const app = await startTestApp({ env: { SMART_BASE_URL: model.url, SMART_MODEL: "test-model" } });
  const close = async () => {
    await app.close();
    await model.close();
  };
  return { app: { ...app, close }, model };
}
