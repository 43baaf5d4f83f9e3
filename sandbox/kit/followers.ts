/** How many follow an account: as many as its id says, and a few more every day. The same for the same account and time. */
export function followersOf(id: string, now: number): number {
  const seed = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  const days = Math.max(0, (now - BEGAN) / 86_400_000)
  return 120 + (seed % 2400) + Math.floor((days * (3 + (seed % 11))) / 10)
}

const BEGAN = Date.parse('2026-01-01T00:00:00Z')
