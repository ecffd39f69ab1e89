// Entry point of the guests' page. It loads the rest without the app's shell.
void import('./guests')
