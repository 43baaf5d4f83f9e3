/** Faults that one emulator plays inside of a call, or beside it. */
import type { Fault, FaultDesk, Person } from './emulator.ts'

export function specialsOf<Name extends string>(names: readonly Name[], calls: readonly string[]) {
  return {
    isSpecial: (fault: string) => names.some((name) => name === fault),
    /** A fault that can only happen in one place is found there whichever call it was set on. */
    takeSpecial: (
      faults: FaultDesk,
      who: Pick<Person, 'id' | 'username'> | undefined,
      name: Name,
    ): Fault | undefined => {
      const account = who ? [who.id, who.username] : []
      for (const on of calls) {
        const fault = faults.take(on, account, (candidate) => candidate === name)
        if (fault) return fault
      }
      return undefined
    },
  }
}
