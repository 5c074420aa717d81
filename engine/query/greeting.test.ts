import { expect, test } from "vitest";
import { isGreeting } from "./greeting.ts";

test.each([
  "Hello",
  "Hi there!",
  "hello, how are you?",
  "Good morning Anna. Can you help me?",
  "thanks a lot!",
  "Great, thanks",
  "Thank you so much! Have a nice day.",
])("%s only greets or thanks", (message) => expect(isGreeting(message)).toBe(true));

test.each([
  "Hi, what is the notice period?",
  "Thanks. And for gift cards?",
  "Can you help me with a refund?",
  "Who thanks the donors?",
  "Please explain",
  "What else?",
  "Is hello a brand name?",
  "Hello Kitty bags",
  "Thank you letters",
  "hi 5",
  "",
])("%s is not only a greeting", (message) => expect(isGreeting(message)).toBe(false));
