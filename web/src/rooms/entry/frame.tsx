import { Outlet } from '@tanstack/react-router'
import { Brand } from '../../shell/brand.tsx'

/** Before somebody is in: one thing to do, in the middle. */
export function EntryFrame() {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-[radial-gradient(60rem_30rem_at_50%_-10rem,var(--color-accent-soft),transparent)]">
      <header className="flex justify-center px-6 pt-10 sm:pt-14">
        <Brand />
      </header>
      <main className="mx-auto w-full max-w-md px-4 py-8">
        <div className="rise grid gap-6 rounded-lg border border-line bg-card p-6 shadow-high sm:p-8">
          <Outlet />
        </div>
      </main>
    </div>
  )
}
