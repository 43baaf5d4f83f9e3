/** The way to where this account, and no other, is connected again. */
export function connectAgain({ id }: { id: number | string }) {
  return { to: '/accounts/connect', search: { account: String(id) } } as const
}
