// Fails the run if a test was skipped in every project that has it, or bears a tag that no project knows.
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'

const TAGS = ['@phone', '@both', '@main', '@deep']

export default class EveryTestRuns implements Reporter {
  private tests: TestCase[] = []
  private began = false

  onBegin(_: FullConfig, suite: Suite): void {
    this.tests = suite.allTests()
  }

  onTestBegin(): void {
    this.began = true
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const place = ({ location, title }: TestCase): string => `${location.file}:${location.line} ${title}`
    const ran = new Set(this.tests.filter((test) => test.outcome() !== 'skipped').map(place))
    const faults = this.tests.flatMap((test) => [
      ...test.tags.filter((tag) => !TAGS.includes(tag)).map((tag) => `${place(test)}: unknown tag ${tag}`),
      // `--list` runs nothing, and an interrupted run not everything.
      ...(this.began && result.status === 'passed' && !ran.has(place(test)) ? [`${place(test)}: skipped in every project`] : []),
    ])
    for (const fault of new Set(faults)) console.error(fault)
    return { status: faults.length > 0 ? 'failed' : result.status }
  }
}
