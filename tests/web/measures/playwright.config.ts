// Measurements in the browser, apart from the suite: `npm run tap-figures`.
import { defineConfig } from '@playwright/test'
import suite from '../playwright.config'

export default defineConfig({
  ...suite,
  testDir: '.',
  testIgnore: [],
  outputDir: '../results',
  reporter: 'list',
  workers: 1,
  projects: suite.projects?.slice(0, 1) ?? [],
})
