export function Leads() {
  return null;
}
