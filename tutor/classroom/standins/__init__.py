"""In a page without Jupyter these take the places of the widgets' packages: they say everything to the page itself.

In the folder that `tutor kit` makes each lies under its bare name (`import ipywidgets`), so the table, the lessons and
the frame are the very modules of the notebook. `classroom/page.js` makes elements of what they say.
"""
