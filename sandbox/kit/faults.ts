/** Faults that one emulator plays inside of a call, or beside it. */
import type { Fault, FaultDesk, Person } from './emulator.ts'
import { strangerFaults, type StrangerFault } from './strangers.ts'

/** `aliases`: what a fault that every platform knows is called here. */
export function specialsOf<Name extends string>(
  names: readonly Name[],
  calls: readonly string[],
  aliases: Readonly<Partial<Record<StrangerFault, Name>>> = {},
) {
  const commonNames = (name: Name) =>
    strangerFaults.filter((each) => aliases[each] === name && each !== name)

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
        const fault = faults.takeNamed(name, account, on)
        if (fault) return fault
      }
      for (const common of commonNames(name)) {
        const fault = faults.takeNamed(common, account)
        if (fault) return fault
      }
      return undefined
    },
  }
}
