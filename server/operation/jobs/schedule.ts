import { ocrPort } from "#server/knowledge/ingestion/readers.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import { searchEngine } from "#server/knowledge/opensearch/port.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Services } from "#server/kernel/services.ts";

/** The program's own schedule (UTC), through the queue: each job runs once, however many processes there are. */
export async function keepSchedule(services: Services): Promise<void> {
  await services.queue.schedule("keep-heads", "* * * * *");
  await services.queue.schedule("keep-webhooks", "* * * * *");
  await services.queue.schedule("stream-records", "* * * * *");
  await services.queue.schedule("check-records", "40 2 * * *");
  await services.queue.schedule("start-erasures", "50 2 * * *");
  // yesterday is final for a report once none of its transactions can still be open (server/answering/reports/settle.ts)
  await services.queue.schedule("settle-days", "7 * * * *");
  await services.queue.schedule("find-outdated", "*/10 * * * *");
  await services.queue.schedule("find-damaged", "5 3 * * *");
  await services.queue.schedule("sweep-files", "21 3 * * *");
  await services.queue.schedule("announce-retirements", "30 5 * * *");
  await services.queue.schedule("send-digests", "0 6 * * *");
  // work left waiting by a killed process
  if (ocrPort.of(services) !== null) await services.queue.schedule("recognise-pages", "*/10 * * * *");
  if (encoderPort.of(services) !== null) await services.queue.schedule("embed-missing", "37 * * * *");
  if (searchEngine.of(services) !== null) await services.queue.schedule("keep-search", "* * * * *");
  // days that ended while nothing was running
  await systemCaller(services, "start").transact(async (ctx) => {
    await ctx.enqueue("settle-days", {});
    // an upgrade may read files in another way
    await ctx.enqueue("find-outdated", {});
    // an upgrade may add dates no one was told about
    await ctx.enqueue("announce-retirements", {});
    if (ocrPort.of(services) !== null) await ctx.enqueue("recognise-pages", {});
    // documents that OpenSearch lacks, or an index of an earlier program
    if (searchEngine.of(services) !== null) await ctx.enqueue("keep-search", {});
    // documents older than this encoder
    await ctx.enqueue("embed-missing", {});
  });
}
