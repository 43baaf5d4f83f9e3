import { Card, Page } from '../ui/page.tsx'
import { NewWorkspace } from './workspace-switch.tsx'
import { common } from '../words/common.ts'

/** For whoever left their last one. */
export function FirstWorkspace() {
  return (
    <main className="mx-auto max-w-lg p-6">
      <Page title={common.act.makeWorkspace} lead={common.firstWorkspace.lead}>
        <Card>
          <NewWorkspace done={() => {}} />
        </Card>
      </Page>
    </main>
  )
}
