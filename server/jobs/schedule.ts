import { systemCaller } from "#server/callers.ts";
import type { Services } from "#server/services.ts";

/** What the program does on its own clock (UTC), through the queue: once, however many processes there are. */
export async function keepSchedule(services: Services): Promise<void> {
  await services.queue.schedule("keep-heads", "* * * * *");
  await services.queue.schedule("keep-webhooks", "* * * * *");
  await services.queue.schedule("stream-records", "* * * * *");
  await services.queue.schedule("check-records", "40 2 * * *");
  await services.queue.schedule("start-erasures", "50 2 * * *");
  // yesterday is over for a report as soon as no transaction of it can be open (server/reports/settle.ts)
  await services.queue.schedule("settle-days", "7 * * * *");
  await services.queue.schedule("sweep-files", "21 3 * * *");
  await services.queue.schedule("announce-retirements", "30 5 * * *");
  await services.queue.schedule("send-digests", "0 6 * * *");
  // what a killed process left waiting
  if (services.ocr !== null) await services.queue.schedule("recognise-pages", "*/10 * * * *");
  if (services.encoder !== null) await services.queue.schedule("embed-missing", "37 * * * *");
  // days that ended while nothing ran
  await systemCaller(services, "start").transact(async (ctx) => {
    await ctx.enqueue("settle-days", {});
    // an upgrade may bring dates that nobody was told of
    await ctx.enqueue("announce-retirements", {});
    if (services.ocr !== null) await ctx.enqueue("recognise-pages", {});
    // documents from before there was this encoder
    await ctx.enqueue("embed-missing", {});
  });
}
