"""Lessons: positions and tasks as data, graded by the rules. `tutor/lessons/README.md` says how to write one."""

from tutor.lessons.library import find, lessons
from tutor.lessons.loading import lesson_of, load_lesson
from tutor.lessons.model import Lesson, Task
from tutor.lessons.walk import Reply, Walk

__all__ = ["Lesson", "Reply", "Task", "Walk", "find", "lesson_of", "lessons", "load_lesson"]
