"""Prompts: one template a step and language, one loader, one parser and one response type each.

Owns: the steps with the schema and the reading of their answers (`steps`, `operations`), the templates (`loading`), and
making a prompt of one with conversation text that stays data (`rendering`). Refuses: asking a model, and judging.
One surprising fact: everything that goes into a template is masked, escaped and cut before the template sees it, so that
a template cannot forget to.
"""
