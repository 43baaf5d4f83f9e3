/** How many follow an account: as many as its id says, and a few more every day. The same for the same account and time. */
export function followersOf(id: string, now: number): number {
  let seed = 7
  for (let at = 0; at < id.length; at++) seed = (seed * 31 + id.charCodeAt(at)) % 9973
  const days = Math.max(0, (now - BEGAN) / 86_400_000)
  return 120 + (seed % 2400) + Math.floor((days * (3 + (seed % 11))) / 10)
}

const BEGAN = Date.parse('2026-01-01T00:00:00Z')
