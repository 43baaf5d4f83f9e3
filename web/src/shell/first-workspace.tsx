import { Card, Page } from '../ui/page.tsx'
import { NewWorkspace } from './workspace-switch.tsx'

/** For whoever left their last one. */
export function FirstWorkspace() {
  return (
    <main className="mx-auto max-w-lg p-6">
      <Page title="Make a workspace" lead="You belong to none at the moment.">
        <Card>
          <NewWorkspace done={() => {}} />
        </Card>
      </Page>
    </main>
  )
}
