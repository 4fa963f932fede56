// SPDX-License-Identifier: Apache-2.0
// Every fault that a plugin of this folder can be built with, one at a time: cc -DFAULT=hangs_in_close.
// A deviation stands where it is made, as `if (FAULT == name)`, and is gone from all other builds. What each
// one does, and which check is meant to find it: faults.tsv.
#ifndef FAULTS_H
#define FAULTS_H

enum fault {
  none,

  // package
  exports_more, executable_stack, no_relro, text_relocations, looks_elsewhere, forks, runs_programs,
  // load
  slow_describe, thread_at_load, file_at_load, socket_at_load, descriptor_differs, answers_unknown_ability,
  answers_longer_ability, wants_report, ignores_host_size, ignores_version, ignores_host_tables, wrong_table_size,
  // parameters
  declares_no_range, trusts_parameters, wants_every_parameter, traps_at_the_end_of_a_range, keeps_parameters_for_all,
  // life
  hangs_in_close, hangs_in_create, opens_once, shares_one_plugin, leaks_at_close, leaks_descriptors,
  leaks_in_compare, shares_state, second_format_leaks, second_format_shares_state, goes_by_what_it_kept,
  // threads
  too_many_threads, thread_after_close, logs_after_close, compares_in_one_place, fuses_in_one_place,
  bound_to_thread, second_format_bound_to_thread,
  // memory
  writes_past_template, ignores_memory_failure, leaves_template, leaves_fused_template, writes_template_file,
  has_template_kept, second_format_leaves_template,
  // matcher
  exits_on_damage, aborts_on_newer, trusts_count, accepts_foreign, accepts_truncated, accepts_longer,
  accepts_newer, similarity_nan, similarity_infinite, similarity_out_of_range, asymmetric, worst_to_itself,
  scores_alike, many_rounds, many_mixes_order, many_hides_damage, many_fails_when_empty,
  many_reads_past_offsets, accepts_options, matcher_of_any_format, ignores_gallery_size, ignores_fusion_size,
  info_differs, matcher_formats_change, keeps_probe, fills_short_buffer, hides_needed_length,
  short_buffer_counts, expects_zeroed_buffer, touches_outputs, touches_fusion, differs_by_process,
  fuses_every_format, fuses_too_many, counts_one_more, fused_is_not_read, fuse_depends_on_order,
  fuses_without_the_damaged, takes_anything,
  // search
  forms_fill_short_array, form_out_of_range, forms_change, searches_of_no_threads, searches_any_form,
  ignores_block_size, ignores_query_size, takes_any_block, takes_odd_capacity, entries_know_their_place,
  entries_keep_the_room, entries_of_the_process, prepare_fills_short_buffer, prepare_hides_needed_length,
  prepares_too_many, prepare_fails_when_empty, prepare_reads_past_offsets, prepare_stops_at_damage,
  leaves_half_an_entry, prepare_trusts_count, search_rounds, finds_a_group_twice, keeps_the_first_of_a_group,
  higher_entry_first, finds_the_dead, finds_the_unused, reads_ahead, ignores_least, leaves_out_the_least,
  takes_any_query, takes_any_room, search_touches_result, search_ignores_version, searches_in_one_place,
  looks_after_reading, writes_into_block, keeps_block, search_keeps_probe, searches_share_a_count,
  search_bound_to_thread, writes_past_entries, search_ignores_memory_failure, leaves_searched_template,
  second_form_leaves_template, second_form_ignores_memory_failure, leaves_prepared_entry, near_form_finds_anybody,
  keeps_entries, keeps_block_until_close,
  // tracker
  box_not_finite, landmarks_elsewhere, counts_capacity, fills_short_list, writes_past_faces,
  writes_past_landmarks, tracks_by_call, takes_earlier_frame, reset_keeps_time, more_faces_than_asked,
  failed_frame_counts, ignores_face_size, presence_out_of_range, smallest_first, divides_by_contrast, accepts_tracker_options,
  ignores_frame_bytes,
  // capture
  event_after_finished, progress_falls, finishes_twice, result_not_kept, by_the_clock, takes_earlier_time,
  steps_after_end, ignores_end, ignores_timeout, too_many_events, unknown_slot, accepts_liveness,
  failed_step_counts, keeps_in_tick, ignores_event_size, forgets_images, takes_any_image, ignores_stop,
  stop_forgets_images, finishes_without_images, draws_anew, video_never_ends, unknown_verdict, live_without_a_frame,
  live_in_training, compares_unasked, compares_what_it_lacks, lights_unasked, takes_any_answer, takes_any_target,
  takes_any_security, ignores_input_size, target_off_screen,
  // camera
  waits_too_long, times_out_early, time_falls, cancel_does_not_wake, sequence_repeats, rows_too_short,
  frame_fills_on_timeout, short_buffer_loses_frame, end_does_not_last, cancel_forgotten, opens_any_locator,
  drops_uncounted, list_fills_short_array, next_frame_ignores_size, knows_no_unlimited_wait, breaks_when_busy,
  skips_in_silence, ids_change, ids_do_not_open, unknown_light,
  // controls
  modes_fill_short_array, mode_ranges_cross, control_out_of_range, controls_of_any_camera, refuses_without_words,
  controls_ignore_size, set_takes_any_value, set_says_what_was_asked, modes_stop_the_stream,
  // watch
  watch_tells_present, watch_swaps_order, watches_share_events, watch_ignores_size, watch_waits_too_long,
  watch_gives_up_early, watch_knows_no_unlimited_wait, watch_fills_on_timeout, watch_cancel_does_not_wake,
  watch_cancel_forgotten,
  // microphone
  microphones_fill_short_array, microphone_ids_are_shared, opens_any_microphone, takes_any_rate,
  microphone_breaks_when_busy, microphone_ignores_format_size, gives_another_rate, splits_frames, fills_the_room,
  position_of_pieces, loses_uncounted, gives_no_number, microphone_waits_too_long,
  microphone_knows_no_unlimited_wait, fills_chunk_on_timeout, cancel_waits_for_the_end, microphone_cancel_forgotten,
  sound_after_the_end,
  // cards
  readers_fill_short_array, lists_no_atr, opens_any_reader, takes_any_share, readers_ignore_size, invents_a_card,
  status_without_protocol, takes_no_command, sends_twice, sends_with_small_room, attribute_hides_its_length,
  shares_what_is_exclusive, sends_into_a_transaction, first_end_ends_all, transaction_outlives_its_connection,
  begin_gives_up_early, begin_knows_no_unlimited_wait, begin_is_not_woken, card_cancel_forgotten, tells_a_reset_once,
  goes_on_after_disconnect, disconnect_resets_into_a_transaction, busy_disconnect_resets,
  refused_reconnect_lets_go,
  // voice
  formats_fill_short_array, formats_share_a_name, format_out_of_range, voice_format_differs, formats_change_places,
  extractor_of_no_threads, extractor_of_any_format, extractor_of_a_beginning, formats_ignore_size,
  extract_ignores_sound_size, hears_any_rate, hears_any_channels, hears_any_layout, hears_any_length,
  hears_what_is_no_number, refuses_the_shortest, traps_on_silence, finds_no_face,
  voice_refuses_without_a_word, hears_nobody, counts_sounds, hears_the_process, voice_template_shorter,
  voice_of_another_version, voice_quality_is_no_number, hears_no_difference, voice_fills_short_buffer,
  voice_hides_needed_length, voice_short_buffer_counts, voice_expects_zeroed_buffer, voice_touches_outputs,
  writes_into_sound, reads_past_sound, expects_aligned_sound, keeps_sound, knows_sound_by_its_place,
  keeps_format_name, extractors_share_a_count, hears_on_three_threads, voice_bound_to_thread,
  hears_in_one_place, writes_past_voice_template, voice_ignores_memory_failure, leaves_voice_template,
  clipped_in_percent, gives_unknown_facts, measures_speech_alone, measures_any_sound, measure_touches_facts,
  measure_ignores_facts_size, facts_count_calls, measuring_changes_templates, level_in_bels,
  hears_speech_in_silence,
  // face
  face_format_out_of_range, face_format_differs, faces_of_any_format, face_ignores_image_size,
  face_ignores_layout, takes_no_face, face_divides_by_zero, trusts_landmarks, face_always_needed,
  face_refuses_without_a_word, sees_nobody, counts_faces, faces_of_the_process, face_template_shorter,
  face_of_another_version, face_quality_out_of_range, face_quality_rises_with_blur, faces_all_alike,
  face_fills_short_buffer, face_expects_zeroed_buffer, face_touches_outputs, keeps_face_image,
  faces_share_a_count, sees_on_three_threads, face_bound_to_thread, sees_in_one_place,
  writes_past_face_template, face_ignores_memory_failure, leaves_face_template, hangs_in_extract, second_face_format_leaves_template,
  writes_into_image, reads_past_image, expects_packed_rows, expects_aligned_pixels, keeps_landmarks,
  wraps_image_size, accepts_bad_layout, untyped_failure,
  // finger
  finger_format_out_of_range, finger_format_differs, fingers_of_any_format, finger_ignores_image_size,
  finger_ignores_size, finger_of_any_resolution, finger_of_any_position, finger_takes_colours,
  finger_refuses_without_a_word, presses_nobody, counts_fingers, fingers_of_the_process,
  finger_template_shorter, finger_of_another_version, finger_quality_out_of_range, fingers_all_alike,
  finger_fills_short_buffer, finger_expects_zeroed_buffer, finger_touches_outputs, keeps_finger,
  finger_divides_by_zero, refuses_its_highest_resolution, wants_to_know_the_impression,
  finger_quality_rises_with_blur, leaves_finger_template,
  // reader
  finger_readers_fill_short_array, unknown_scan, images_that_are_not_given, reader_ids_change,
  opens_any_finger_reader, takes_any_finger_pace, opens_without_images, opens_reader_twice,
  busy_by_its_locator_alone, busy_in_each_plugin, second_opening_ends_the_first, busy_after_close,
  events_ignore_size, retries_without_reason, arrives_with_a_size, lifts_with_pixels, finger_rows_too_short,
  finger_without_resolution, unknown_impression, lifts_what_has_not_arrived, arrives_twice,
  scans_an_empty_sensor, event_time_falls, event_number_repeats, short_buffer_loses_event,
  reader_waits_too_long, reader_times_out_early, reader_knows_no_unlimited_wait, event_fills_on_timeout,
  reader_cancel_does_not_wake, reader_cancel_forgotten, events_after_the_end,
  // speech
  bundles_fill_short_array, bundle_out_of_range, bundles_change, recognizer_of_no_threads,
  recognizer_of_any_bundle, takes_any_alternatives, hearing_ignores_size, words_ignore_size,
  pronounces_twice, pronounces_by_other_symbols, pronounces_any_text, refuses_graphs_of_its_name,
  takes_damaged_graphs, newer_graphs_are_damaged, takes_foreign_graphs, takes_any_symbol, takes_large_graphs,
  keeps_the_graph_that_was_lent, words_end_before_they_begin, words_beyond_the_sound, words_are_no_text,
  words_without_end, words_of_no_graph, confidence_is_no_number, confidence_in_percent,
  confidence_of_a_partial_result, alternatives_that_nobody_wants, speech_begins_twice,
  event_beyond_the_sound, partial_without_change, partial_at_the_end, spots_no_phrase,
  phrase_ends_before_it_begins, words_depend_on_the_call, words_of_the_process, reset_keeps_the_utterance,
  learns_for_ever, words_end_with_the_piece, integers_are_louder, recognizes_any_rate, recognizes_any_length,
  recognizes_what_is_no_number, refused_sound_is_heard, utterance_without_end, next_utterance_goes_on,
  hears_a_word_in_nothing, fills_short_hearing, asks_for_too_much, short_hearing_is_heard,
  recognizers_share_what_they_hear, recognizer_bound_to_thread, writes_past_words,
  recognizer_ignores_memory_failure, always_an_alternative, times_rounded_to_the_piece,
  misses_phrases_across_pieces, phrase_below_its_threshold, phrase_beyond_any_score,
  phrase_score_is_no_number, pronounces_what_it_lacks, takes_minus_zero,
  // explainer
  explainers_of_any_format, explainer_ignores_size, explains_another_similarity, shares_do_not_add_up,
  explains_what_is_not_there, explanations_are_counted, explanations_of_the_process,
  explainer_fills_short_buffer, explainer_touches_outputs, explainer_trusts_count, writes_past_explanation,
  explainer_ignores_memory_failure, leaves_explained_template,
};

#ifndef FAULT
#define FAULT none
#endif

#endif
