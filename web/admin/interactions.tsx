export function Interactions() {
  return null;
}
