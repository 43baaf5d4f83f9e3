import { Icon } from '../ui/icon.tsx'

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-xl font-semibold tracking-tight">
      <span className="grid size-8 place-items-center rounded-md bg-accent text-on-accent">
        <Icon name="bell" />
      </span>
      Crier
    </span>
  )
}
