import * as contract from "#contract/evidence/record.ts";
import * as stream from "#contract/evidence/record-stream.ts";
import { longRoute, route } from "#server/http/route.ts";
import { createBundle, getBundleFile, getBundleState, getVerifier, listBundles } from "./bundles.ts";
import { recordedTheme } from "./recorded-theme.ts";
import { exportRecord } from "./export.ts";
import { proveAnswer } from "./prove.ts";
import { getRecordStream, removeRecordStream, setRecordStream, testRecordStream } from "./stream/change.ts";
import { checkNow, getState, listHeads, listRecord, listRecordActions, rotateKey, signNow } from "./read.ts";

export const routes = [
  route(contract.listRecord, listRecord),
  route(contract.listRecordActions, listRecordActions),
  longRoute(contract.exportRecord, exportRecord),
  route(contract.listRecordHeads, listHeads),
  longRoute(contract.signRecordHead, signNow),
  route(contract.rotateRecordKey, rotateKey),
  longRoute(contract.getRecordProof, proveAnswer),
  route(contract.getRecordedTheme, recordedTheme),
  route(contract.checkRecord, checkNow),
  longRoute(contract.getRecordState, getState),
  route(contract.createRecordBundle, createBundle),
  route(contract.listRecordBundles, listBundles),
  route(contract.getRecordBundle, getBundleState),
  longRoute(contract.getRecordBundleFile, getBundleFile),
  longRoute(contract.getRecordVerifier, getVerifier),
];

export const streamRoutes = [
  route(stream.getRecordStream, getRecordStream),
  route(stream.setRecordStream, setRecordStream),
  route(stream.removeRecordStream, removeRecordStream),
  longRoute(stream.testRecordStream, testRecordStream),
];
