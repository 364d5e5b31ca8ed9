/** What a study has that is only judged: nobody is asked for it, and its frame is empty. */
export const PLAIN = {
  ...{ version: 1, title: "", citation: "" },
  layout: { repository: { name: "", url: "", landmark: "" }, tasks: [], recordings: [] },
  prompts: () => [],
  metrics: {},
  rows: () => [],
};
