// All functions of the page's script that are in this folder.

export * from "./filters_view.ts";
export * from "./line_diff.ts";
export * from "./long_list.ts";
export * from "./one_sample.ts";
export * from "./samples_view.ts";
export * from "./selected_rows.ts";
export * from "./sides.ts";
export * from "./sides_view.ts";
export * from "./view.ts";
export * from "./view_data.ts";
export * from "./view_keys.ts";
export * from "./view_main.ts";
export * from "./view_state.ts";
