import * as contract from "#contract/answering/chats.ts";
import { route } from "#server/http/route.ts";
import { nameChat, pinChat } from "./keep.ts";
import { getChat, listChats } from "./read.ts";

export const routes = [
  route(contract.listChats, listChats),
  route(contract.getChat, getChat),
  route(contract.nameChat, nameChat),
  route(contract.pinChat, pinChat),
];
